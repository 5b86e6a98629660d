/// The requested part of a list, and the `Link` header for the other pages.
struct Pagination {
  /// The page size from 1 to 100; 30 if absent or unreadable.
  let pageSize: Int
  /// The page number, from 1.
  let page: Int

  init(_ request: SandboxRequest, maxSize: Int = 100) {
    let size = request.parameter("per_page").flatMap { Int($0) } ?? 0
    pageSize = size < 1 ? 30 : min(size, maxSize)
    page = max(1, request.parameter("page").flatMap { Int($0) } ?? 1)
  }

  /// The number of items before the page; `Int.max` on overflow.
  var offset: Int {
    let (product, isOverflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
    return isOverflow ? .max : product
  }

  func slice<Element>(of items: [Element]) -> ArraySlice<Element> {
    items.dropFirst(offset).prefix(pageSize)
  }

  /// The `Link` header (RFC 8288) of a list of `count` items; nil if it fits one page.
  ///
  /// The URLs repeat the request's other parameters unchanged.
  func link(count: Int, request: SandboxRequest, baseURL: String) -> String? {
    let last = max(1, (count + pageSize - 1) / pageSize)
    var links: [(relation: String, page: Int)] = []
    if page > 1 { links.append(("prev", min(page - 1, last))) }
    if page < last { links += [("next", page + 1), ("last", last)] }
    if page > 1 { links.append(("first", 1)) }
    guard !links.isEmpty else { return nil }
    let kept = QueryParameters(request.query).values.filter { $0.name != "page" }.map(\.raw)
    return links.map { link in
      let query = (kept + ["page=\(link.page)"]).joined(separator: "&")
      return "<\(baseURL)\(request.path)?\(query)>; rel=\"\(link.relation)\""
    }
    .joined(separator: ", ")
  }
}
