export type SqlValue = string | number | null

export interface Statement {
  sql: string
  args: SqlValue[]
}

/** The provider's way to the shared database file. */
export interface SqlPort {
  read(sql: string, args: SqlValue[]): Promise<Record<string, unknown>[]>
  /** One atomic write batch; all or nothing. */
  batch(statements: Statement[]): Promise<void>
  /** Runs `plan`, then its statements as one batch, and only while all that the plan has read is still so; else once more. */
  write<T>(plan: () => Promise<{ value: T; statements: Statement[] }>): Promise<T>
}
