import { HideableAmount } from '@portico/ui'
import type { CSSProperties } from 'react'

/**
 * Shows a value from left to right in every language. A long figure is smaller, so that the name
 * beside it stays readable, and the figure does not wrap into two.
 */
export const Worth = ({ children: figure }: { readonly children: string }) => (
  <HideableAmount>
    <bdi dir="ltr" className="p-num" style={{ '--figures': figure.length } as CSSProperties}>
      {figure}
    </bdi>
  </HideableAmount>
)
