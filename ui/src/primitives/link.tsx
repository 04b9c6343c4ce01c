import { LinkError, parseLink } from '@portico/kernel/contracts'
import { type ReactNode, useEffect } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import styles from './link.css?inline'

export interface LinkProps {
  /** From outside or not: `https:`, or one of `schemes`. */
  readonly href: string
  /** Schemes of wallets' apps that may open, without the colon. */
  readonly schemes?: readonly string[]
  readonly children: ReactNode
}
/** A way out of the page, in a window of its own that gets no handle to ours. What is no safe link is only words, and is reported. */
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
