/**
 * Wallets that announce an rdns on one chain and only their name on the others, by that rdns.
 * `groupWallets` joins no other rdns with a bare name: an extension may announce itself as "Glow"
 * with `org.glow`.
 *
 * These are the wallets with an rdns and several chains of the shipped directory, where the source
 * of each pair stands; a test there compares both.
 */
export const knownWalletNames: Readonly<Record<string, string>> = {
  'app.backpack': 'Backpack',
  'app.keplr': 'Keplr',
  'app.phantom': 'Phantom',
  'app.subwallet': 'SubWallet',
  'com.binance.wallet': 'Binance Wallet',
  'com.bitget.web3': 'Bitget Wallet',
  'com.brave.wallet': 'Brave Wallet',
  'com.coin98': 'Coin98',
  'com.coinbase.wallet': 'Coinbase Wallet',
  'com.enkrypt': 'Enkrypt',
  'com.okex.wallet': 'OKX Wallet',
  'com.trustwallet.app': 'Trust Wallet',
  'io.magiceden.wallet': 'Magic Eden',
  'io.metamask': 'MetaMask',
  'io.novawallet': 'Nova Wallet',
  'pro.tokenpocket': 'TokenPocket',
  'xyz.talisman': 'Talisman',
}
