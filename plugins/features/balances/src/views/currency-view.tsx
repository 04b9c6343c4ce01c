import { currencySlice } from '@portico/kernel/backend'
import { preferencesService, shellService } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'
import { List, Row, useService, useSlice, useTranslate } from '@portico/ui'
import { useMemo } from 'react'
import { currencyMessage } from '../refs.js'

/** Creates the view of the currencies that the host offers. A tap chooses one and goes back. */
export const currencyView = (codes: readonly string[]) =>
  function CurrencyView() {
    const t = useTranslate()
    const { choose } = useService(preferencesService)
    const { back } = useService(shellService)
    const language = useSlice(textSlice, state => state.language)
    const chosen = useSlice(currencySlice, state => state.code)
    const names = useMemo(() => new Intl.DisplayNames(language, { type: 'currency' }), [language])
    return (
      <List label={t(currencyMessage)}>
        {codes.map(code => (
          <Row
            key={code}
            title={names.of(code.toUpperCase())}
            tag={code.toUpperCase()}
            current={code === chosen}
            onClick={() => {
              choose({ currency: code })
              back()
            }}
          />
        ))}
      </List>
    )
  }

/** @public The module of the view. */
export const open = (codes: readonly string[]) => ({ default: currencyView(codes) })
