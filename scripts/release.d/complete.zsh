# Prints what zsh inserts for a line followed by a tab: zsh -f complete.zsh FOLDER LINE
zmodload zsh/zpty
zpty z "zsh -f -i"
zpty -w z "PS1=; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; bindkey '^I' complete-word"
zpty -w z "print-line() { print -r -- \"<<\$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N print-line; bindkey '^X' print-line; print ready''now"
zpty -r -m z answer '*readynow*' || exit 1
zpty -w -n z "$2"$'\t'
sleep 1
zpty -w -n z $'\x18'
zpty -r -m z answer '*<<*>>*' || exit 1
print -r -- ${${answer##*<<}%%>>*}
zpty -d z
