/// The names of emoji that READMEs use most, as in `:rocket:`.
enum EmojiNames {
  /// The text with the known names replaced; others stay as they are written.
  static func replaced(in text: String) -> String {
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 else { return text }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var result = String(parts[0])
    var index = 1
    while index < parts.count {
      if index + 1 < parts.count, let emoji = emoji[String(parts[index])] {
        result += emoji + parts[index + 1]
        index += 2
      } else {
        result += ":" + parts[index]
        index += 1
      }
    }
    return result
  }

  private static let emoji: [String: String] = [
    "rocket": "🚀", "tada": "🎉", "sparkles": "✨", "fire": "🔥", "zap": "⚡", "bug": "🐛",
    "memo": "📝", "books": "📚", "book": "📖", "star": "⭐", "star2": "🌟", "heart": "❤",
    "warning": "⚠", "white_check_mark": "✅", "heavy_check_mark": "✔", "x": "❌",
    "construction": "🚧", "lock": "🔒", "key": "🔑", "bulb": "💡", "hammer": "🔨",
    "wrench": "🔧", "gear": "⚙", "package": "📦", "art": "🎨", "zipper_mouth_face": "🤐",
    "point_right": "👉", "point_down": "👇", "wave": "👋", "clap": "👏", "pray": "🙏",
    "thumbsup": "👍", "+1": "👍", "thumbsdown": "👎", "-1": "👎", "eyes": "👀",
    "smile": "😄", "smiley": "😃", "heart_eyes": "😍", "sunglasses": "😎", "thinking": "🤔",
    "computer": "💻", "iphone": "📱", "globe_with_meridians": "🌐", "link": "🔗", "mag": "🔍",
    "bell": "🔔", "calendar": "📅", "chart_with_upwards_trend": "📈", "checkered_flag": "🏁",
    "movie_camera": "🎥", "camera": "📷", "speech_balloon": "💬", "email": "✉",
    "question": "❓", "exclamation": "❗", "information_source": "ℹ", "boom": "💥",
    "trophy": "🏆", "100": "💯", "coffee": "☕", "beers": "🍻", "whale": "🐳", "snake": "🐍",
    "crab": "🦀", "gem": "💎", "recycle": "♻", "seedling": "🌱", "arrow_right": "➡",
  ]
}
