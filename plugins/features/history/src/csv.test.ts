import { read as openSheet, utils } from '@e965/xlsx'
import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.js'

const entry = (
  transfers: readonly ActivityTransfer[],
  metadata: Partial<ActivityEntry['metadata']> = {},
): ActivityEntry => ({
  id: '0x1',
  metadata: {
    minedAt: '2026-11-15T10:00:00Z',
    chain: 'eip155:1',
    operationType: 'receive',
    status: 'confirmed',
    sentFrom: '0xaa',
    sentTo: '0xbb',
    hash: '0xcc',
    ...metadata,
  },
  transfers,
})
const move = (symbol: string, numeric = '1.5'): ActivityTransfer => ({
  direction: 'in',
  fungible_info: { symbol },
  quantity: { numeric },
})
/** Reads RFC 4180 by its grammar, and shares nothing with the writer. */
function read(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += sign
      at++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === ',' || sign === '\n') {
      row.push(cell)
      cell = ''
      if (sign === '\n') rows.push(row)
      if (sign === '\n') row = []
    } else if (sign !== '\r') cell += sign
  }
  expect([isQuoted, cell, row]).toEqual([false, '', []])
  return rows
}
const tokenIn = (symbol: string) => read(csvOf([entry([move(symbol)])]))[1]?.[9]

describe('csvOf', () => {
  it('csvOf writes a heading, and a line for each transfer with the exact quantity', () => {
    const text = csvOf([entry([move('GLD', '0.000000000000000001'), move('TIN', '2')])])
    expect(read(text)).toEqual([
      [
        ...['time', 'network', 'operation', 'status', 'from', 'to'],
        ...['transaction', 'direction', 'quantity', 'token', 'description'],
      ],
      ...[
        ['0.000000000000000001', 'GLD'],
        ['2', 'TIN'],
      ].map(moved => [
        ...['2026-11-15T10:00:00.000Z', 'eip155:1', 'receive', 'confirmed', '0xaa', '0xbb'],
        ...['0xcc', 'in', ...moved, ''],
      ]),
    ])
  })
  it('csvOf writes one line with empty quantity and token for a transaction without transfers', () => {
    expect(read(csvOf([entry([], { chain: null })]))[1]).toEqual([
      ...['2026-11-15T10:00:00.000Z', '', 'receive', 'confirmed', '0xaa', '0xbb', '0xcc'],
      ...['', '', '', ''],
    ])
  })
  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
    'csvOf puts an apostrophe before a symbol that begins with %s, so no spreadsheet runs a formula',
    sign => {
      expect(tokenIn(`${sign}HYPERLINK("https://evil.example","1")`)).toMatch(
        new RegExp(`^'\\${sign}HYPERLINK`),
      )
    },
  )
  it('csvOf finds a formula behind an invisible bidi mark', () => {
    expect(tokenIn('\u202E\u200F=1+1')).toBe("'=1+1")
  })
  it.each(['\t', '\r'])('csvOf guards a cell of another field that begins with %j', sign => {
    const [, line] = read(csvOf([entry([], { operationType: `${sign}=1+1` })]))
    expect(line?.[2]).toBe(`'${sign}=1+1`)
  })
  it('csvOf writes what the host says of a transaction, without a formula', () => {
    const described = (description: string, moves = [move('GLD')]) =>
      read(csvOf([{ ...entry(moves), description }]))[1]?.at(-1)
    expect(described('Minted ticket 7')).toBe('Minted ticket 7')
    expect(described('Minted ticket 7', [])).toBe('Minted ticket 7')
    expect(described('\u200f=1+1')).toBe("'=1+1")
    expect(described('X'.repeat(500))?.length).toBeLessThanOrEqual(201)
  })
  it('csvOf keeps commas, quotes and emoji inside one cell', () => {
    expect(tokenIn('a,"b",🦄')).toBe('a,"b",🦄')
  })
  it('csvOf cuts a symbol of more than 100 characters', () => {
    expect(tokenIn('X'.repeat(500))?.length).toBeLessThanOrEqual(101)
  })
  it('csvOf marks a negative quantity as text', () => {
    expect(read(csvOf([entry([move('GLD', '-1')])]))[1]?.[8]).toBe("'-1")
  })
  it('csvOf writes ten thousand entries', () => {
    expect(read(csvOf(Array.from({ length: 10_000 }, () => entry([move('GLD')]))))).toHaveLength(
      10_001,
    )
  })
})

describe('the exported file in a spreadsheet', () => {
  /** The first sheet, as SheetJS opens a file. */
  const sheetOf = (text: string, raw = false) => {
    const { SheetNames, Sheets } = openSheet(new TextEncoder().encode(`\uFEFF${text}`), {
      cellFormula: true,
      // SheetJS, unlike spreadsheets, takes hexadecimal digits for a number.
      raw,
    })
    const sheet = Sheets[SheetNames[0] ?? '']
    return sheet ?? expect.unreachable('no sheet')
  }

  it('opens with its columns, one row for each transfer and text of any script', () => {
    const names = ['USD "Coin", new', 'ドル\nドル', 'دولار', '🪙']
    const sheet = sheetOf(csvOf([entry(names.map(name => move(name))), entry([])]), true)
    const rows = utils.sheet_to_json<Record<string, unknown>>(sheet, { defval: '' })
    expect(rows).toHaveLength(5)
    expect(rows.map(({ token }) => token)).toEqual([
      'USD "Coin", new',
      'ドル ドル',
      'دولار',
      '🪙',
      '',
    ])
    expect(rows[0]).toMatchObject({
      network: 'eip155:1',
      operation: 'receive',
      status: 'confirmed',
      from: '0xaa',
      to: '0xbb',
      direction: 'in',
      quantity: '1.5',
      time: '2026-11-15T10:00:00.000Z',
    })
    expect(Object.keys(rows[0] ?? {})[0]).toBe('time')
  })

  it('[S6] The exported file has no formula, even when a token is named like one', () => {
    const attacks = [
      '=1+1',
      '=HYPERLINK("https://evil.example","Claim")',
      '+1+1',
      '-1+1',
      '@SUM(1)',
      '\t=1+1',
      '\r=1+1',
      '＝1+1',
      '","=1+1',
      '"\n=1+1',
    ]
    const cellsOf = (text: string) => {
      const sheet = sheetOf(text)
      return Object.keys(sheet)
        .filter(name => !name.startsWith('!'))
        .map(name => sheet[name] as { readonly f?: string })
    }
    // The library does find formulas.
    expect(cellsOf('token\r\n=1+1\r\n').filter(({ f }) => f !== undefined)).toHaveLength(1)
    const moves = attacks.map(name => move(name))
    const cells = cellsOf(csvOf([{ ...entry(moves), description: '=1+1' }]))
    expect(cells).toHaveLength(11 * (attacks.length + 1))
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
  })
})
