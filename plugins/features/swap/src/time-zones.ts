const restricted = 'Shanghai Urumqi Chongqing Harbin Kashgar Macau Hong_Kong Macao Beijing'.split(' ').map(city => `Asia/${city}`)

/** Whether the person is, by their clock, where swaps are not offered (spec section 9). */
export function isRestricted(zones: readonly string[] = restricted): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return zones.some(zone => zone.toLowerCase() === timeZone.toLowerCase())
}
