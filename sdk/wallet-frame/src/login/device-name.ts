/** The name by which a person knows this browser in the list of their devices. */

// In this order: each of the later names also stands in what the earlier ones send.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const nameIn = (list: typeof browsers, agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1]

/** `Chrome, Windows`. Undefined for a browser that says neither. */
export function deviceName(agent: string): string | undefined {
  const names = [nameIn(browsers, agent), nameIn(systems, agent)]
  return names.filter(name => name !== undefined).join(', ') || undefined
}
