# Completion of simulate for fish: simulate completion --help says how to use it.
# What may follow is asked of the program itself.

function __simulate_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l kept (string match -r -- '^--[^=]*=' "$current")
    for line in ($words[1] __complete fish $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files*'
                set -l endings (string split ' ' -- (string replace -r '^:files *' '' -- $line))
                set -l pattern '(/|'(string join '|' -- (string escape --style=regex -- $endings))')(\t.*)?$'
                printf '%s\n' "$kept"(__fish_complete_path (string replace -- "$kept" '' "$current") | string match -r -- '^.*'$pattern | string match -r -- '^[^\t]*[./].*')
            case ':folders'
                printf '%s\n' "$kept"(__fish_complete_directories (string replace -- "$kept" '' "$current") '')
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c simulate -f -a '(__simulate_complete)'
