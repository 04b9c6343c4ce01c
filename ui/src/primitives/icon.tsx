import { useLoaded } from '../react/use-loaded.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './icon.css?inline'
import type { viewIcons } from './view-icons.js'

/**
 * The icons of the frame and the Connect view, as paths in a 24 × 24 view box with a stroke of
 * 1.75. A headless plugin names an icon in its contributions.
 */
export const icons = {
  back: 'M15 5l-7 7 7 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  grid: 'M6 4h2.5a2 2 0 0 1 2 2v2.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM15.5 4H18a2 2 0 0 1 2 2v2.5a2 2 0 0 1-2 2h-2.5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM6 13.5h2.5a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-2.5a2 2 0 0 1 2-2zM15.5 13.5H18a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-2.5a2 2 0 0 1-2-2v-2.5a2 2 0 0 1 2-2z',
  help: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9.6 9.4a2.5 2.5 0 1 1 3.4 2.9c-.7.3-1 .8-1 1.5M12 16.8v.01',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5M12 7.8v.01',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M18 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM10 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  wallet:
    'M16 8V5.5L5.5 7.5A2 2 0 0 0 4 9.5V17a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 17v-6.5A2.5 2.5 0 0 0 17.5 8H6M16 13.8v.01',
  warn: 'M12 4.5l8.5 14.5h-17zM12 10.5v3.5M12 16.5v.01',
} as const

export type IconName = keyof typeof icons | keyof typeof viewIcons

export interface IconProps {
  /** The name of an icon, or the `d` of a 24 × 24 path. An unknown name is drawn as a dot. */
  readonly name?: IconName | (string & {})
  readonly path?: string
  /** Pixels; 20 by default. */
  readonly size?: number
}
/** Loads the icons that the frame and the Connect view do not use. */
export const loadViewIcons = async () => ({ default: (await import('./view-icons.js')).viewIcons })
const dot = 'M12 12v.01'

/** A decorative line drawing in the color of the text. Say its meaning in text. */
export function Icon({
  name = '',
  path = /^M[\d\s]/i.test(name) ? name : drawingOf(icons, name),
  size = 20,
}: IconProps) {
  useStyles(styles)
  const { value } = useLoaded(path === undefined ? loadViewIcons : undefined)
  return (
    // Attributes instead of styles: the icon is also drawn without a style sheet (R37).
    <svg
      className={name === 'back' || name === 'chevron' ? 'p-icon p-turns' : 'p-icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d={path ?? (value && (drawingOf(value, name) ?? dot))} />
    </svg>
  )
}

const drawingOf = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
