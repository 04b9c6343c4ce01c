/**
 * The public custom properties, each with its values in dark and light mode. A host sets a property
 * on any element above the modal, or through the theme service; everything that uses the property
 * follows.
 */
export const tokens = {
  accent: ['oklch(.7 .15 255)', 'oklch(.55 .19 258)'],
  surface: ['oklch(.19 .008 265)', 'oklch(1 0 0)'],
  'surface-raised': ['oklch(.235 .009 265)', 'oklch(.972 .003 265)'],
  'surface-hover': ['oklch(.275 .01 265)', 'oklch(.945 .005 265)'],
  'surface-scrim': ['oklch(0 0 0/.55)', 'oklch(0 0 0/.35)'],
  text: ['oklch(.97 .003 265)', 'oklch(.2 .012 265)'],
  'text-muted': ['oklch(.76 .01 265)', 'oklch(.46 .014 265)'],
  'text-faint': ['oklch(.56 .012 265)', 'oklch(.64 .012 265)'],
  line: ['oklch(1 0 0/.09)', 'oklch(0 0 0/.09)'],
  good: ['oklch(.78 .15 155)', 'oklch(.5 .13 155)'],
  warn: ['oklch(.82 .14 80)', 'oklch(.51 .11 70)'],
  bad: ['oklch(.72 .17 25)', 'oklch(.52 .2 25)'],
  'good-soft': ['oklch(.78 .15 155/.14)', 'oklch(.52 .14 155/.1)'],
  'warn-soft': ['oklch(.82 .14 80/.13)', 'oklch(.7 .14 80/.16)'],
  'bad-soft': ['oklch(.72 .17 25/.14)', 'oklch(.54 .2 25/.09)'],
  shadow: [
    '0 0 0 1px oklch(1 0 0/.07),0 24px 60px -12px oklch(0 0 0/.65),inset 0 1px oklch(1 0 0/.08)',
    '0 0 0 1px oklch(0 0 0/.06),0 24px 60px -16px oklch(.2 .02 265/.28)',
  ],
  radius: ['24px', '24px'],
  width: ['360px', '360px'],
  font: ['system-ui,sans-serif', 'system-ui,sans-serif'],
  'font-size': ['16px', '16px'],
  speed: ['150ms', '150ms'],
  ease: ['cubic-bezier(.2,.8,.2,1)', 'cubic-bezier(.2,.8,.2,1)'],
  'z-index': ['9999', '9999'],
} as const satisfies Readonly<Record<string, readonly [dark: string, light: string]>>

/**
 * Lightness of an accent as text or as a focus ring: the minimum in dark mode, the maximum in light
 * mode.
 */
export const accentTextLightness = ['.72', '.5'] as const

/**
 * Properties that follow from the others unless a host sets them. Text on the accent is black or
 * white, whichever contrasts more: both contrast 4.58 at a luminance (y of XYZ) of .179.
 */
export const derived = {
  'on-accent': [
    'color(from var(--_accent) xyz-d65 calc(.9505*clamp(0,(.179 - y)*9999,1)) clamp(0,(.179 - y)*9999,1) calc(1.089*clamp(0,(.179 - y)*9999,1)))',
    '',
  ],
  'accent-text': [
    `oklch(from var(--_accent) max(l,${accentTextLightness[0]}) c h)`,
    `oklch(from var(--_accent) min(l,${accentTextLightness[1]}) c h)`,
  ],
  'accent-soft': ['oklch(from var(--_accent) l c h/.14)', 'oklch(from var(--_accent) l c h/.1)'],
  'radius-row': ['calc(var(--_radius)*7/12)', ''],
  'radius-chip': ['calc(var(--_radius)*5/12)', ''],
  'font-small': ['calc(var(--_font-size)*.875)', ''],
  'font-tiny': ['calc(var(--_font-size)*.75)', ''],
  'font-amount': ['calc(var(--_font-size)*2.25)', ''],
} as const satisfies Readonly<Record<string, readonly [dark: string, light: string]>>

const all = Object.entries({ ...tokens, ...derived })
const light = all.filter(([, values]) => values[1] && values[1] !== values[0])

/**
 * `--_name` is the value of `--portico-name` that the host sets above the modal, or the default.
 */
const own = (mode: 0 | 1) =>
  (mode ? light : all)
    .map(([name, values]) => `--_${name}:var(--portico-${name},${values[mode]});`)
    .join('')
/** Sets each `--portico-name` inside the modal to that value. */
const shown = all.map(([name]) => `--portico-${name}:var(--_${name});`).join('')

/**
 * The rules that set the custom properties of the theme. `theme.css` overrides some, so it is
 * adopted after them.
 */
export const tokenRules = `:host{${own(0)}}:host([data-mode=light]){${own(1)}}.p-root{${shown}}`
