/// The types that operators return.
public enum Publishers {}
