const restricted = /^Asia\/(Shanghai|Urumqi|Chongqing|Harbin|Kashgar|Maca[uo]|Hong_Kong|Beijing)$/

/**
 * Whether the person is, by their clock, where swaps are not offered: in one of these time zones,
 * or in those of the specification (section 9).
 */
export function isRestricted(zones: readonly string[] | undefined): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return zones ? zones.includes(timeZone) : restricted.test(timeZone)
}
