/// The types that operators return.
///
/// To be named where a type has to be; a chain is written with the methods of ``Publisher``, which
/// are where each operator's contract is.
public enum Publishers {}
