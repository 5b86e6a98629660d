import Dispatch
import GitHubAPI
import SearchModel
import TokenStore

extension SearchViewModel {
  /// The search over the client: who fulfils what it needs.
  ///
  /// It is told what it may not do at once and waits for itself, so `services` must not wait for
  /// limits on its behalf.
  convenience init(_ services: Services, keepsHistory: Bool, in context: Context) {
    let clients = SearchClients(signedIn: services.client, anonymous: services.anonymous)
    let hasToken = services.hasToken
    let queue = DispatchQueue(label: "search")
    let ports = SearchPorts(
      searching: ClientSearching(clients: clients, library: services.library),
      budget: ClientBudget(clients: clients, hasToken: hasToken, now: context.now),
      stars: ClientStars(client: services.client, changes: StarChanges(services)),
      favourites: StoreFavourites(library: services.library),
      local: StoreSearching(library: services.library, stars: LocalStars(services)),
      history: keepsHistory ? context.history : nil
    )
    self.init(
      services: SearchServices(ports),
      detail: DetailViewModel(
        detailing: ClientDetailing(client: services.client),
        scheduler: queue
      ),
      scheduler: queue,
      access: hasToken ? .signedIn : .anonymous,
      now: context.now
    )
  }
}
