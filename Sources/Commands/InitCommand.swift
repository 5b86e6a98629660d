import ArgumentParser
import Core
import Output

struct InitCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.initialize.rawValue,
    abstract: "Print a key binding and `ghcd` for bash, zsh or fish.",
    usage: "ghsearch init <shell>",
    discussion: """
      Ctrl-X G opens the full-screen search, and Enter puts the names of the chosen repositories on \
      the command line.

      `ghcd` does the same, clones the chosen repository into the working directory unless it is \
      there already, and changes into it. It takes a repository, or words and flags for \
      `ghsearch interactive`.

      The key needs bash 4, zsh or fish 3. Add the line for your shell to its startup file.

      EXAMPLES:
        eval "$(ghsearch init bash)"     # ~/.bashrc
        eval "$(ghsearch init zsh)"      # ~/.zshrc
        ghsearch init fish | source      # ~/.config/fish/config.fish
        ghcd vapor/vapor
        ghcd http server --language swift
      """
  )

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionScript.Shell

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    let text =
      switch shell {
      case .bash: Self.bash + Self.clone
      case .zsh: Self.zsh + Self.clone
      case .fish: Self.fish
      }
    try context.print(text)
    return .success
  }
}

// MARK: - The scripts

/// Names are quoted for the command line, and never evaluated.
extension InitCommand {
  private static let bash = #"""
    __ghsearch_pick() {
      local names name words=
      names=$(ghsearch interactive < /dev/tty) && [[ -n $names ]] || return 0
      while IFS= read -r name; do
        printf -v name '%q ' "$name"
        words+=$name
      done <<< "$names"
      READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$words${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((READLINE_POINT + ${#words}))
    }
    if [[ $- == *i* ]]; then
      bind -m emacs-standard -x '"\C-xg": __ghsearch_pick'
      bind -m vi-insert -x '"\C-xg": __ghsearch_pick'
    fi


    """#

  private static let zsh = #"""
    __ghsearch_pick() {
      local names
      names=$(ghsearch interactive < /dev/tty) && [[ -n $names ]] &&
        LBUFFER+="${(j: :)${(@q)${(f)names}}} "
      zle reset-prompt
    }
    if [[ -o interactive ]]; then
      zle -N __ghsearch_pick
      bindkey -M emacs '^Xg' __ghsearch_pick
      bindkey -M viins '^Xg' __ghsearch_pick
    fi


    """#

  /// The clone function for bash and zsh.
  private static let clone = #"""
    ghcd() {
      local name=$1 url folder
      case "$#:$name" in
        1:*/* | 1:[0-9] | 1:[0-9][0-9]) ;;
        *) name=$(ghsearch interactive "$@") || return ;;
      esac
      url=$(ghsearch view --template '{{cloneUrl}}' -- "${name%%$'\n'*}") || return
      folder=${url##*/}
      folder=./${folder%.git}
      [ -d "$folder" ] || git clone -- "$url" "$folder" || return
      cd -- "$folder"
    }

    """#

  private static let fish = #"""
    function __ghsearch_pick
        set -l names (ghsearch interactive </dev/tty)
        and test -n "$names"
        and commandline -i -- (string join -- ' ' (string escape -- $names))' '
        commandline -f repaint
    end
    if status is-interactive
        bind \cxg __ghsearch_pick
        bind -M insert \cxg __ghsearch_pick
    end

    function ghcd --description 'Clone a repository and change into it'
        set -l name $argv
        if test (count $argv) -ne 1; or not string match -qr '/|^[0-9]{1,2}$' -- $argv
            set name (ghsearch interactive $argv)
            or return
        end
        set -l url (ghsearch view --template '{{cloneUrl}}' -- $name[1])
        or return
        set -l folder ./(string replace -r '^.*/' '' -- $url | string replace -r '\.git$' '')
        test -d $folder
        or git clone -- $url $folder
        or return
        cd $folder
    end

    """#
}
