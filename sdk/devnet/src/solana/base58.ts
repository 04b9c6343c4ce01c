import { DevnetError } from '../errors.js'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function toBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex(byte => byte !== 0)
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** @throws DevnetError BAD_ARGUMENT for what is no base58 */
export function fromBase58(text: string): Uint8Array {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  let number = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) throw new DevnetError('BAD_ARGUMENT', `"${text}" is no base58.`)
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  return Uint8Array.of(
    ...new Uint8Array(zeros),
    ...Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'),
  )
}
