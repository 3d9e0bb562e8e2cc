#compdef simulate
# Completion of simulate for zsh: simulate completion --help says how to use it.
# What may follow is asked of the program itself.

_simulate() {
    local line word about kept='' folders=''
    local -a answers open closed endings
    answers=("${(@f)$("${~${(Q)words[1]}}" __complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")

    # Behind --flag= the value is completed alone.
    if [[ $words[CURRENT] == --*=* ]] && compset -P '--*='; then
        kept=${words[CURRENT]%%=*}=
    fi
    for line in $answers; do
        case $line in
            :files*) endings=(${=line#:files}) ;;
            :folders) folders=1 ;;
            *)
                word=${${line%%$'\t'*}#$kept} about=''
                [[ $line == *$'\t'* ]] && about=":${line#*$'\t'}"
                if [[ $word == *[=:] ]]; then
                    open+=("${word//:/\\:}$about")
                else
                    closed+=("${word//:/\\:}$about")
                fi
                ;;
        esac
    done
    (( $#open )) && _describe -V 'simulate' open -S ''
    (( $#closed )) && _describe -V 'simulate' closed
    (( $#endings )) && _files -g "*(${(j:|:)endings})"
    [[ -n $folders ]] && _files -/
    return 0
}

if [[ $funcstack[1] == _simulate ]]; then
    _simulate "$@"
else
    compdef _simulate simulate
fi
