# Completion of simulate for bash: simulate completion --help says how to use it.
# What may follow is asked of the program itself.

_simulate() {
    local line=${COMP_LINE:0:COMP_POINT} piece space word i n=0
    local words=()
    # bash takes words apart at = and :, and here what no space parts is one word.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        space=${line%%[![:space:]]*}
        line=${line#"$space"}
        piece=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then
            piece=$line # up to the cursor
        fi
        line=${line#"$piece"}
        if [[ -z $space && $n -gt 0 ]]; then
            words[n - 1]+=$piece
        else
            words[n++]=$piece
        fi
    done

    # bash replaces only what stands behind the last = or :.
    local current=${words[n - 1]}
    local kept=${current%"${current##*[=:]}"}
    local ending file=${current#"$kept"}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files*)
            compopt -o filenames 2>/dev/null
            for ending in ${word#:files}; do
                while IFS= read -r piece; do
                    COMPREPLY+=("$piece")
                done < <(compgen -f -X "!*$ending" -- "$file")
            done
            ;;&
        :files* | :folders)
            compopt -o filenames 2>/dev/null
            while IFS= read -r piece; do
                COMPREPLY+=("$piece")
            done < <(compgen -d -- "$file")
            ;;
        *)
            [[ $word == *[=:] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${word#"$kept"}")
            ;;
        esac
    done < <("${words[0]/#\~/$HOME}" __complete bash "${words[@]:1}" 2>/dev/null)
}

complete -o nosort -F _simulate simulate 2>/dev/null || complete -F _simulate simulate
