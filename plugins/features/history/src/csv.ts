/** The activity as a CSV file (RFC 4180) that spreadsheets open. Loaded on the first export. */
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { displayText } from '@portico/kernel/text'

const columns = [
  'time',
  'network',
  'operation',
  'status',
  'from',
  'to',
  'transaction',
  'direction',
  'quantity',
  'token',
  'description',
]
/**
 * Spreadsheets read a cell that begins with one of these as a formula; East Asian ones also the
 * wide signs.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/u
/** Characters of a token's symbol or an NFT's name. */
const longestName = 100
/** The longest description by the host, in characters. */
const longestDescription = 200

function cellOf(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
const nameOf = ({ nft_info, fungible_info }: ActivityEntry['transfers'][number]): string =>
  displayText(nft_info ? nft_info.name : fungible_info?.symbol, longestName) ?? ''

/**
 * Writes one line per transfer, and one line for a transaction without transfers. The column names
 * are the same in every language, so that a script can read them.
 */
export function csvOf(entries: readonly ActivityEntry[]): string {
  const lines = entries.flatMap(({ id, metadata, transfers, description }) => {
    const { minedAt, chain, operationType, status, sentFrom, sentTo, hash = id } = metadata
    const time = new Date(minedAt).toISOString()
    const about = [time, chain ?? '', operationType, status, sentFrom, sentTo, hash]
    const words = displayText(description, longestDescription) ?? ''
    return transfers.length
      ? transfers.map(move => [
          ...about,
          ...[move.direction ?? '', move.quantity.numeric, nameOf(move), words],
        ])
      : [[...about, '', '', '', words]]
  })
  return [columns, ...lines].map(cells => `${cells.map(cellOf).join(',')}\r\n`).join('')
}
/** Downloads the entries. Works under a policy without inline script: nothing is navigated to. */
export function downloadCsv(entries: readonly ActivityEntry[]): void {
  const link = document.createElement('a')
  // Excel reads UTF-8 only with a byte order mark.
  const file = new Blob(['\uFEFF', csvOf(entries)], { type: 'text/csv;charset=utf-8' })
  link.href = URL.createObjectURL(file)
  link.download = 'activity.csv'
  link.click()
  // Safari reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
