const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago, in the words of a language: "2 minutes ago". Milliseconds; a clock that was set back counts as now. */
export function ageIn(language: string, ms: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [size, unit] =
    ms >= day ? ([day, 'day'] as const) : ms >= hour ? ([hour, 'hour'] as const) : ms >= minute ? ([minute, 'minute'] as const) : ([1_000, 'second'] as const)
  return format.format(-Math.floor(Math.max(ms, 0) / size), unit)
}
