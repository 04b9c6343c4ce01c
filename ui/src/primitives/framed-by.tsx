import { useState } from 'react'
import { useText } from '../react/use-text.js'
import { framedEn } from '../text/framed-en.js'
import { framingOrigins } from './framing-origins.js'
import { Note } from './note.js'

/** Names the website that frames this page, above what a person confirms (reliability S12). Nothing where the page is not framed. */
export function FramedBy() {
  const t = useText(framedEn)
  const [origins] = useState(() => (typeof window === 'undefined' ? undefined : framingOrigins(window)))
  if (!origins) return null
  if (!origins.length) return <Note kind="warn">{t('ui.framedByUnknown')}</Note>
  const [before, after] = t('ui.framedBy', { origin: '\n' }).split('\n')
  return (
    <Note kind="warn">
      {before}
      <bdi dir="ltr">{origins.join(', ')}</bdi>
      {after}
    </Note>
  )
}
