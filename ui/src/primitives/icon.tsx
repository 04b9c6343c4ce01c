import { useStyles } from '../theme/use-styles.js'
import { iconStyles } from './icon.styles.js'
import { type IconName, icons } from './icons.js'

export interface IconProps {
  /** One of our icons, or the drawing itself: the `d` of one 24 × 24 path. A name that is not known is drawn as a dot. */
  readonly name?: IconName | (string & {})
  readonly path?: string
  /** Pixels; 20 by default. */
  readonly size?: number
}
/** A line drawing in the colour of the text around it. Decoration: what it means is said in words. */
export function Icon({ name = '', path, size = 20 }: IconProps) {
  useStyles(iconStyles)
  const known = Object.hasOwn(icons, name) ? icons[name as IconName] : undefined
  const drawing = path ?? known ?? (/^M[\d\s]/i.test(name) ? name : 'M12 12v.01')
  return (
    <svg className={name === 'back' || name === 'chevron' ? 'p-icon p-turns' : 'p-icon'} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
