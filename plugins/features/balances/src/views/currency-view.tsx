import { currencySlice, preferences, shell, textSlice } from '@portico/kernel/contracts'
import { List, Row, useService, useSlice, useTranslate } from '@portico/ui'
import { useMemo } from 'react'
import { currencyMessage } from '../refs.js'

/** The view of the currencies that the host lets people choose from. A tap chooses one, and goes back to what it is for. */
export const currencyView = (codes: readonly string[]) =>
  function CurrencyView() {
    const t = useTranslate()
    const { choose } = useService(preferences)
    const { back } = useService(shell)
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
