/** A keypair of the devnet. */
export interface SolanaDevAccount {
  /** Base58. */
  readonly address: string
  /** The 32 bytes that the key is made of. */
  readonly seed: `0x${string}`
}

/**
 * PUBLIC TEST KEYS: they come from the devnet's phrase by `m/44'/501'/i'/0'`. Never fund them on a
 * public network: bots empty them within seconds.
 *
 * On the ledger each holds 1,000 SOL, and the first three hold 1,000,000 of each token.
 */
export const solanaDevAccounts = [
  {
    address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    seed: '0xa01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  },
  {
    address: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    seed: '0x3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  },
  {
    address: 'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k',
    seed: '0x8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
  },
  {
    address: '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp',
    seed: '0xf55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb',
  },
  {
    address: '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp',
    seed: '0x3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1',
  },
  {
    address: '7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7',
    seed: '0x22e6f8ea7e213a67f801d313daa33046f5f7b1808f38d5b2bb7301aefa158cbc',
  },
  {
    address: 'F9fVg2LeE2RhM6CfNn888hbjqovZDEWY3vm2hEkvX3Nh',
    seed: '0x9515bfa8fecc7b7ebe75fd55e9d15b6f7988d79dbf6546f998630cacafb63fc7',
  },
  {
    address: '26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6',
    seed: '0x3979d8b5812d7747cfd25215b0a904fdbdf8f7c24aa82a91c2e00878ff1146ff',
  },
  {
    address: '5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV',
    seed: '0xc0c8348480fd4d865ffe93e11ba3a3b2431eeaaf1bf795faaac1710ec6607309',
  },
  {
    address: '2yaW8VAMLhQiornz1BgcSWDUSH2jC2dmB8RWnTJi8Yab',
    seed: '0xf5606f75eaffadd56cc1247896e4e79237c37fe57cc970cfb12fb7d304323661',
  },
] as const satisfies readonly SolanaDevAccount[]

/** A token of the ledger. */
export interface SolanaToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The program that keeps it: SPL Token, or Token-2022. */
  readonly program: string
  readonly mint: string
  /** The transfer fee of the mint, in hundredths of a percent. */
  readonly feeBasisPoints: number
  /** The associated token accounts of the first three dev accounts. */
  readonly holders: readonly string[]
}

export const splToken = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/**
 * The tokens of the ledger: one of SPL Token, one of Token-2022, and one of Token-2022 that takes a
 * fee of 1 % from what is sent.
 */
export const solanaTokens = {
  dollar: {
    name: 'Portico Dollar',
    symbol: 'PUSD',
    decimals: 6,
    program: splToken,
    mint: '6XB1Ki4QQQqtGDDkfgfqYkLMGSpQy14SizdhkAa3ZqYZ',
    feeBasisPoints: 0,
    holders: [
      'BHpKshB3BT2WzLBo6doFtpSxU2t9NSbKUYcvq2k9sg3j',
      'CdJzTjjb6SM6EkfMsKuE9HxoedxBgQPji1AVNMAUSeA1',
      'ABmrBDjTAJ9RtPbTriWP89vDrZkfWS9FdvX7L3aLciwk',
    ],
  },
  euro: {
    name: 'Portico Euro',
    symbol: 'PEUR',
    decimals: 2,
    program: token2022,
    mint: '2EmGrZs5YJxvwgpgb2kKgPzWpw9nDvz5zauPsJwNoMMr',
    feeBasisPoints: 0,
    holders: [
      'FEu1K1GadG7eg3WgGcdcaFZ8Yk2oHWFcBdPqyJnqUyyu',
      'C8E2yoosAY2SHXZcdpsKT2y6F5SPfZUys22uBLTeD3qn',
      'ABwTyW3mbEzoLgRXyLGiXLLZULSxDMh9uAekJeVuZM1F',
    ],
  },
  toll: {
    name: 'Portico Toll',
    symbol: 'PTOLL',
    decimals: 4,
    program: token2022,
    mint: 'CxNcfPxzsHgFAw3AjUmkCMFgwc4PcPD4e5YNGqQw78XT',
    feeBasisPoints: 100,
    holders: [
      '72ZDZWGhvBqfYAdhDoMkgcBLc65U2B1THXGR6YcFCuWx',
      '6BmyMXzg547JxBVWSubkhLVpqpy2azf4xBEBLP3hzYuN',
      '4zgHkgGSGVgdCtdfjErVnzfv7VEMijtjt9Qnvry9S6Dc',
    ],
  },
} as const satisfies Readonly<Record<string, SolanaToken>>

/** The genesis hash of this ledger. */
export const solanaGenesisHash = 'J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7bMnm9htS46Wb'
