import { LinkError, parseLink } from '@portico/kernel/wallet'
import { type ReactNode, useEffect } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import styles from './link.css?inline'

export interface LinkProps {
  /** May be untrusted. Only `https:` and `schemes` are linked. */
  readonly href: string
  /** Schemes of wallet apps that are allowed, without the colon. */
  readonly schemes?: readonly string[]
  readonly children: ReactNode
}
/**
 * A link that opens a new window without a handle to the page. An unsafe link is reported and shown
 * as plain text.
 */
export function Link({ href, schemes, children }: LinkProps) {
  useStyles(styles)
  const kernel = useKernel()
  const link = parseLink(href, schemes)
  const isRefused = link === undefined
  useEffect(() => {
    if (isRefused) kernel.report(new LinkError('LINK_REFUSED'), 'ui')
  }, [isRefused, kernel])
  if (isRefused) return <span>{children}</span>
  return (
    <a className="p-link" href={link} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" size={14} />
    </a>
  )
}
