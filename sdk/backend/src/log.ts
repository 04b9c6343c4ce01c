/**
 * What a line may carry beside its words: counts, names of routes and chains, codes. Addresses,
 * queries and bodies stay out of the logs.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Writes one line of JSON for each event, from `lowest` on. */
export function createLog(write: (line: string) => void, lowest: LogLevel): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(lowest)) return
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * What may be said of a failure: its code, or the name of its kind. Messages of drivers carry
 * addresses and passwords of databases.
 */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}
