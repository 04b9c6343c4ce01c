/** Whether a page of this origin may ask. */
export type OriginRule = (origin: string) => boolean

/**
 * `*` is any page, `*` as a label is any one label, an entry without a scheme any scheme, one
 * without a port any port.
 */
export function originRule(allowed: readonly string[]): OriginRule {
  if (allowed.includes('*')) return () => true
  const patterns = allowed.map(readPattern)
  return origin => {
    const requested = readPattern(origin)
    return patterns.some(pattern => matches(pattern, requested))
  }
}

interface Pattern {
  readonly scheme: string | undefined
  readonly labels: readonly string[]
  readonly port: string | undefined
}

function readPattern(text: string): Pattern {
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d+|\*))?/i.exec(text) ?? []
  return { scheme: scheme?.toLowerCase(), labels: host.toLowerCase().split('.'), port }
}

function matches(pattern: Pattern, requested: Pattern): boolean {
  if (requested.scheme === undefined) return false
  const isScheme = pattern.scheme === undefined || pattern.scheme === requested.scheme
  // With a scheme the entry is a whole origin, whose port is the one of the scheme where none is
  // written.
  const isPort =
    pattern.port === '*' ||
    pattern.port === requested.port ||
    (pattern.port === undefined && pattern.scheme === undefined)
  const isHost =
    pattern.labels.length === requested.labels.length &&
    pattern.labels.every((label, index) => label === '*' || label === requested.labels[index])
  return isScheme && isPort && isHost
}
