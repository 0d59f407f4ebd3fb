/** A database server, and how this server talks to it. */
export interface DatabaseServer {
  /** `http(s)://` of the primary. */
  url: string
  token: string
  /** The market's database there; empty: the server's only one. */
  namespace: string
  /** Connections that are kept at most. */
  streams: number
  /** For one request. */
  timeoutMs: number
  /** Plans that are under way at most. */
  writesAtOnce: number
  /** How often changes of other servers are looked for. */
  pokeEveryMs: number
  /** The owner of this server's leases: no other server has the name. */
  owner: string
}

/** Where a database lies: the address of a file (`file:…`), or a database server. */
export type DatabaseSource = string | DatabaseServer
