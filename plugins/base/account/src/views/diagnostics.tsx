import { Button, Caption, CopyButton, Icon, List, Row, Stack, useKernel, useText } from '@portico/ui'
import { useRef, useState } from 'react'
import { diagnosticsOf } from '../diagnostics.js'
import { en } from '../text/en.js'

/** What somebody who helps may want to know: seen before it is given away, as a file or copied. */
export function Diagnostics() {
  const t = useText(en)
  const kernel = useKernel()
  const [text, show] = useState<string>()
  if (text === undefined)
    return (
      <List>
        <Row icon={<Icon name="info" />} title={t('account.diagnostics')} onClick={() => show(diagnosticsOf(kernel))} />
      </List>
    )
  return (
    <Stack gap={8}>
      <Caption>{t('account.diagnosticsDetail')}</Caption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className="p-account-file" dir="ltr" tabIndex={0} aria-label={t('account.diagnostics')}>
        <pre>{text}</pre>
      </section>
      <SaveButton text={text} />
      <CopyButton value={text} label={t('account.diagnosticsCopy')} look="soft" />
    </Stack>
  )
}

function SaveButton({ text }: { readonly text: string }) {
  const t = useText(en)
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
    // The browser has begun to read it; later nobody needs it.
    setTimeout(URL.revokeObjectURL, 10_000, link.href)
  }
  return (
    <>
      <Button variant="soft" icon="down" onClick={save}>
        {t('account.diagnosticsSave')}
      </Button>
      <span ref={box} hidden />
    </>
  )
}
