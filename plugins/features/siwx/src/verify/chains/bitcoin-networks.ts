/** The address formats of Bitcoin's networks. */

// By the reference of CAIP-2: the start of the genesis block's hash. Base58 addresses of test
// networks have the same text on all of them.
const test = /^(?:tb1|[mn2])/
const starts: Readonly<Record<string, RegExp>> = {
  '000000000019d6689c085ae165831e93': /^(?:bc1|[13])/,
  '000000000933ea01ad0ee984209779ba': test,
  '00000000da84f2bafbbc53dee25a72ae': test,
  '00000008819873e925422c1ff0f99f7c': test,
  '0f9188f13cb7b2c71f2a335e3a4fc328': /^(?:bcrt1|[mn2])/,
}

/**
 * Returns the address if it may belong to this network. Unchanged on a network that is unknown
 * here; undefined for an address of another network. Does not verify the checksum.
 */
export function addressOn(reference: string, address: string): string | undefined {
  const start = Object.hasOwn(starts, reference) ? starts[reference] : undefined
  return !start || start.test(address) ? address : undefined
}
