import Testing

@testable import ArgumentParser
@testable import Commands

/// ArgumentParser's own check of declarations: duplicate names, arguments after one that takes all,
/// properties that are never decoded, flags that are always on.
///
/// The parser runs this check at each parse, but only if compiled with `DEBUG`, and it takes a
/// tenth of a second each time. `make test` compiles without it and runs the check here, once.
@Suite struct ParserCheckTests {
  @Test func `declares every command's arguments as the parser requires`() throws {
    let types = Self.types(in: GHSearchCommand.self)
    #expect(types.count > 50)
    for type in types { try type._validate(parent: nil) }
  }

  private struct Twice: ParsableArguments {
    @Flag(name: .customLong("a")) var first = false
    @Flag(name: .customLong("a")) var second = false
  }

  private struct Outer: ParsableArguments {
    @OptionGroup var inner: Twice
  }

  @Test func `detects duplicate names, also in groups`() {
    for type in Self.types(in: Outer.self) {
      #expect(throws: ParsableArgumentsValidationError.self) { try type._validate(parent: nil) }
    }
  }

  /// The type, its argument groups, and its subcommands with theirs.
  private static func types(in type: any ParsableArguments.Type) -> [any ParsableArguments.Type] {
    let groups = Mirror(reflecting: type.init()).children.compactMap { $0.value as? any AnyGroup }
    let commands = (type as? any ParsableCommand.Type)?.configuration.subcommands ?? []
    return [type] + groups.flatMap { types(in: $0.group) } + commands.flatMap { types(in: $0) }
  }
}

private protocol AnyGroup {
  var group: any ParsableArguments.Type { get }
}

extension OptionGroup: AnyGroup {
  fileprivate var group: any ParsableArguments.Type { Value.self }
}
