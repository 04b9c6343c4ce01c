/** Reads the log of the earlier versions of Send, in which each entry was a payment. */
import { isPlainWord } from '@portico/kernel/transactions'

/**
 * The same log with each payment as the data of a submission. Entries that are no sound payment are
 * left out.
 */
export function ofEarlierVersion(saved: unknown): readonly unknown[] {
  return Array.isArray(saved)
    ? saved.flatMap(entry => ('open' in Object(entry) ? ofRequest(entry) : ofTransfer(entry)))
    : []
}
function ofTransfer(entry: unknown): readonly unknown[] {
  const {
    to: _to,
    name: _name,
    symbol: _symbol,
    decimals: _decimals,
    amount: _amount,
    ...others
  } = Object(entry) as Readonly<Record<string, unknown>>
  return paymentOf(entry).map(data => ({ ...others, kind: 'send', data }))
}
function ofRequest(entry: unknown): readonly unknown[] {
  const request = Object(entry) as Readonly<Record<string, unknown>>
  return paymentOf(request.subject).map(data => ({ ...request, subject: { kind: 'send', data } }))
}
function paymentOf(found: unknown): readonly object[] {
  const { to, name, symbol, decimals, amount } = Object(found) as Readonly<Record<string, unknown>>
  const isSound =
    isPlainWord(to) &&
    typeof decimals === 'number' &&
    (decimals & 255) === decimals &&
    typeof amount === 'bigint' &&
    amount >= 0n
  return isSound
    ? [
        {
          to,
          ...(typeof name === 'string' && { name }),
          symbol: typeof symbol === 'string' ? symbol : '?',
          decimals,
          amount,
        },
      ]
    : []
}
