import { message } from '@portico/kernel/text'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import { Button } from './button.js'
import styles from './copy-button.css?inline'
import { IconButton } from './icon-button.js'

export const copyAddressMessage = /* @__PURE__ */ message('ui.copyAddress', 'Copy address')

const outcomeMessages = {
  copied: message('ui.copied', 'Copied'),
  notCopied: message(
    'ui.notCopied',
    'Your browser did not allow copying. Select the text instead.',
  ),
}

export interface CopyButtonProps {
  readonly value: string
  /** Such as "Copy address" or "Copy link". */
  readonly label: string
  /** `icon`: beside a text. `soft`: a full button. */
  readonly look?: 'icon' | 'soft'
}
/** Copies a text, and announces whether that worked. */
export function CopyButton({ value, label, look = 'icon' }: CopyButtonProps) {
  useStyles(styles)
  const t = useTranslate()
  const box = useRef<HTMLSpanElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(setOutcome, 2_000, undefined)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () =>
    setOutcome(box.current && (await copyText(box.current, value)) ? 'copied' : 'notCopied')
  const icon = outcome === 'copied' ? 'check' : 'copy'
  return (
    <span ref={box} className={`p-copy p-copy-${look}`}>
      {look === 'icon' ? (
        <IconButton icon={icon} label={label} onClick={copy} />
      ) : (
        <Button variant="soft" icon={icon} onClick={copy}>
          {outcome === 'copied' ? t(outcomeMessages.copied) : label}
        </Button>
      )}
      <span className={outcome === 'notCopied' ? 'p-copy-failed' : 'p-hidden'} role="status">
        {outcome && t(outcomeMessages[outcome])}
      </span>
    </span>
  )
}

/**
 * Falls back to a selected text field: browsers inside wallets often lack the clipboard API, or
 * refuse it in a frame.
 */
async function copyText(place: HTMLElement, value: string): Promise<boolean> {
  const document = place.ownerDocument
  try {
    await document.defaultView?.navigator.clipboard.writeText(value)
    return true
  } catch {
    const field = document.createElement('textarea')
    const before = (place.getRootNode() as ShadowRoot).activeElement as HTMLElement | null
    field.value = value
    field.readOnly = true
    field.className = 'p-hidden'
    place.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    before?.focus()
    return isCopied
  }
}
