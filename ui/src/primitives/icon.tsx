import { useLoaded } from '../react/use-loaded.js'
import { useStyles } from '../theme/use-styles.js'
import { icons } from './frame-icons.js'
import styles from './icon.css?inline'
import type { viewIcons } from './view-icons.js'

export type IconName = keyof typeof icons | keyof typeof viewIcons

export interface IconProps {
  /** One of our icons, or the drawing itself: the `d` of one 24 × 24 path. A name that is not known is drawn as a dot. */
  readonly name?: IconName | (string & {})
  readonly path?: string
  /** Pixels; 20 by default. */
  readonly size?: number
}
/** Loads the icons that the frame and the Connect view do not use. */
export const loadViewIcons = async () => ({ default: (await import('./view-icons.js')).viewIcons })
const dot = 'M12 12v.01'

/** A line drawing in the colour of the text around it. Decoration: what it means is said in words. */
export function Icon({ name = '', path = /^M[\d\s]/i.test(name) ? name : drawingOf(icons, name), size = 20 }: IconProps) {
  useStyles(styles)
  const { value } = useLoaded(path === undefined ? loadViewIcons : undefined)
  return (
    // What makes it a line drawing stands here: it is seen without any style sheet too (R37).
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

const drawingOf = (table: Readonly<Record<string, string>>, name: string): string | undefined => (Object.hasOwn(table, name) ? table[name] : undefined)
