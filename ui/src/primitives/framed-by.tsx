import { message } from '@portico/kernel/contracts'
import { useState } from 'react'
import { useTranslate } from '../react/use-translate.js'
import { framingOrigins } from './framing-origins.js'
import { Note } from './note.js'

/** Names the website that frames this page, above what a person confirms (reliability S12). Nothing where the page is not framed. */
export function FramedBy() {
  const t = useTranslate()
  const [origins] = useState(() => (typeof window === 'undefined' ? undefined : framingOrigins(window)))
  if (!origins) return null
  if (!origins.length)
    return <Note kind="warn">{t(message('ui.framedByUnknown', 'This page is shown inside another website. Continue only if you trust that website.'))}</Note>
  const [before, after] = t(message('ui.framedBy', 'This page is shown inside {origin}. Continue only if you trust that website.'), { origin: '\n' }).split(
    '\n',
  )
  return (
    <Note kind="warn">
      {before}
      <bdi dir="ltr">{origins.join(', ')}</bdi>
      {after}
    </Note>
  )
}
