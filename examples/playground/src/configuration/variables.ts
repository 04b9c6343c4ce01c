import { derived, tokens } from '@portico/ui/tokens'

type TokenName = keyof typeof tokens
type DerivedName = keyof typeof derived
export type VariableName = TokenName | DerivedName
/** How a value is typed: a colour, a length or a time between two ends, or any text of CSS. */
export type Kind =
  | { readonly name: 'colour' | 'text' }
  | {
      readonly name: 'size'
      readonly unit: 'px' | 'ms'
      readonly least: number
      readonly most: number
    }
export interface Variable {
  readonly name: VariableName
  /** Follows from others unless it is set. */
  readonly isDerived: boolean
  readonly kind: Kind
}
export interface Group {
  readonly label: string
  readonly variables: readonly Variable[]
}

const sizes: Partial<Record<VariableName, Kind>> = {
  radius: { name: 'size', unit: 'px', least: 0, most: 36 },
  width: { name: 'size', unit: 'px', least: 300, most: 480 },
  'font-size': { name: 'size', unit: 'px', least: 12, most: 22 },
  speed: { name: 'size', unit: 'ms', least: 0, most: 600 },
}
const texts: ReadonlySet<string> = new Set<VariableName>([
  ...([
    'shadow',
    'font',
    'ease',
    'z-index',
    'radius-row',
    'radius-chip',
    'font-small',
    'font-tiny',
    'font-amount',
  ] as const),
])
const kindOf = (name: VariableName): Kind =>
  sizes[name] ?? (texts.has(name) ? { name: 'text' } : { name: 'colour' })

const groups: readonly (readonly [label: string, starts: RegExp])[] = [
  ['Accent', /accent/],
  ['Surfaces and lines', /^(surface|line|shadow)/],
  ['Text', /^text/],
  ['States', /^(good|warn|bad)/],
  ['Shape and type', /^(radius|width|font)/],
  ['Motion and layer', /./],
]

const names = [...Object.keys(tokens), ...Object.keys(derived)] as VariableName[]
/**
 * Every public custom property, once, in groups. One that a later version brings is in a group too.
 */
export const variableGroups: readonly Group[] = groups.map(([label, starts]) => ({
  label,
  variables: names
    .filter(name => groups.find(([, pattern]) => pattern.test(name))?.[1] === starts)
    .map(name => ({ name, isDerived: name in derived, kind: kindOf(name) })),
}))

/** What a variable is on dark (0) or on light (1) where it is not set. */
export function standardOf(name: VariableName, at: 0 | 1): string {
  const [dark, light] = name in derived ? derived[name as DerivedName] : tokens[name as TokenName]
  return (at && light) || dark
}

/** The accents that the contrast of our text is tested with. */
export const accents: readonly (readonly [name: string, colour: string])[] = [
  ['Blue', '#3b82f6'],
  ['Orange', '#ff6600'],
  ['Green', '#16a34a'],
  ['Violet', '#8b5cf6'],
  ['Yellow', '#ffe600'],
  ['Ink', '#111318'],
]
