export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

const levels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

/** Writes contained errors to the console, from the given level on. A developer's warning is an error whose `severity` says so. */
export function logger(level: LogLevel): (error: unknown, plugin: string) => void {
  const limit = levels.indexOf(level)
  return (error, plugin) => {
    const severity: LogLevel = error instanceof Error && (error as { severity?: unknown }).severity === 'warn' ? 'warn' : 'error'
    if (levels.indexOf(severity) > limit) return
    // biome-ignore lint/suspicious/noConsole: the one place that writes to the console, at the level that the host chose.
    console[severity === 'warn' ? 'warn' : 'error'](`[portico] ${plugin}:`, error)
  }
}
