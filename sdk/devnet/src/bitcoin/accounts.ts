import type { DevAccount } from '../accounts.js'

/**
 * An account of the local Bitcoin ledger: the same key as the account of this number on the EVM
 * chains, and its own kind of address.
 */
export interface BitcoinDevAccount {
  /** P2WPKH, in the form of regtest. */
  readonly address: string
  readonly privateKey: DevAccount['privateKey']
}

/** PUBLIC TEST KEYS: those of `devAccounts`. On the ledger each holds 10 bitcoin, in two coins. */
export const bitcoinAccounts = [
  {
    address: 'bcrt1q5428vq2uzwhm3taey9sr9x5vm6tk78ew8pf2xw',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  {
    address: 'bcrt1qcjzphr67dug28rw9ueewrqllmxlqe5f0wh3uzj',
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    address: 'bcrt1qsj3m3zudqkw4plsvm7p08h9q89lsy4wpw0kn5r',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
  {
    address: 'bcrt1qy3fgntsaf2cmylsnu3880g7wp6aj73zucj6glh',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  },
  {
    address: 'bcrt1qjft4f7x5cajyw6w8vfj9708mx9jfswq006al7r',
    privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  },
  {
    address: 'bcrt1qsyp9y2mlfrrjwdaj5ytezh9wuerwuhncq2grhe',
    privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  },
  {
    address: 'bcrt1qzyf8ga3p89xmjaxje2ckvtvhjzv7g24srt7q3z',
    privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  },
  {
    address: 'bcrt1qmer4xr0wqlq7v8m678vvx4zeyep20v8r92jqer',
    privateKey: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  },
  {
    address: 'bcrt1ql5rrv44ufqq97psu2jqx909mdnjapwv0zed34v',
    privateKey: '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  },
  {
    address: 'bcrt1q4flvw0x8fstzly79tacgsulxvkpv858qhhuvty',
    privateKey: '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  },
] as const satisfies readonly BitcoinDevAccount[]
