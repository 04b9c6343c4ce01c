import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  CopyButton,
  Icon,
  List,
  Row,
  Stack,
  useKernel,
  useTranslate,
} from '@portico/ui'
import { useRef, useState } from 'react'
import { diagnosticsOf } from '../diagnostics.js'

const diagnosticsMessage = /* @__PURE__ */ message('account.diagnostics', 'Diagnostics')

/** What a helper may want to know: the person sees it before saving or copying it. */
export function Diagnostics() {
  const t = useTranslate()
  const kernel = useKernel()
  const [text, show] = useState<string>()
  if (text === undefined)
    return (
      <List>
        <Row
          icon={<Icon name="info" />}
          title={t(diagnosticsMessage)}
          onClick={() => show(diagnosticsOf(kernel))}
        />
      </List>
    )
  return (
    <Stack gap={8}>
      <Caption>
        {t(
          message(
            'account.diagnosticsDetail',
            'For support: no keys, no amounts, only shortened addresses. Read it before you share it.',
          ),
        )}
      </Caption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className="p-account-file" dir="ltr" tabIndex={0} aria-label={t(diagnosticsMessage)}>
        <pre>{text}</pre>
      </section>
      <SaveButton text={text} />
      <CopyButton
        value={text}
        label={t(message('account.diagnosticsCopy', 'Copy the diagnostics'))}
        look="soft"
      />
    </Stack>
  )
}

function SaveButton({ text }: { readonly text: string }) {
  const t = useTranslate()
  const box = useRef<HTMLSpanElement>(null)
  const save = () => {
    const { current } = box
    if (!current) return
    const link = current.ownerDocument.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = 'portico-diagnostics.json'
    current.append(link)
    link.click()
    link.remove()
    // The browser has begun to read it, and needs it no longer.
    setTimeout(URL.revokeObjectURL, 10_000, link.href)
  }
  return (
    <>
      <Button variant="soft" icon="down" onClick={save}>
        {t(message('account.diagnosticsSave', 'Save as a file'))}
      </Button>
      <span ref={box} hidden />
    </>
  )
}
