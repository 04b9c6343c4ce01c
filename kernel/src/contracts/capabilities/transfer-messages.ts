/**
 * What several chains and features tell people about amounts, fees, wallets' answers and
 * transactions.
 */
import { message } from '../text/text.js'

export const declinedInWalletMessage = /* @__PURE__ */ message(
  'wallet.declinedIn',
  'You declined in {wallet}. Nothing was sent.',
)
export const digitsMessage = /* @__PURE__ */ message(
  'amount.digits',
  '{symbol} has at most {digits} decimals.',
)
export const notAmountMessage = /* @__PURE__ */ message(
  'amount.malformed',
  'Enter the amount in digits, with a point, such as 1.5',
)
export const absentMessage = /* @__PURE__ */ message(
  'transfer.absent',
  'Your wallet reported a transaction that the network does not know.',
)
export const ownersMessage = /* @__PURE__ */ message(
  'transfer.owners',
  'Waiting for the other owners of your wallet to sign',
)
export const differsMessage = /* @__PURE__ */ message(
  'transfer.differs',
  'Your wallet sent another transaction',
)
export const walletDeclinedMessage = /* @__PURE__ */ message(
  'wallet.declined',
  'You declined this in the wallet.',
)
export const walletLimitMessage = /* @__PURE__ */ message(
  'wallet.limit',
  'The wallet needs a pause between two requests. Try again in a few seconds.',
)
export const requestAssetMessage = /* @__PURE__ */ message(
  'transfer.requestAsset',
  'A code cannot request this asset.',
)
export const maybeSentMessage = /* @__PURE__ */ message(
  'transfer.maybeSent',
  'A node refused this, but may have sent it. Check your wallet before you try again. {reason}',
)
export const dearMessage = /* @__PURE__ */ message(
  'transfer.dear',
  'The fee is more than a tenth of the amount.',
)
export const feeMessage = /* @__PURE__ */ message(
  'transfer.fee',
  'You need {amount} {symbol} more for the fee.',
)
export const fundsMessage = /* @__PURE__ */ message(
  'transfer.funds',
  'You need {amount} {symbol} more, including the fee.',
)
export const signerMessage = /* @__PURE__ */ message(
  'wallet.signer',
  'The wallet signed with a different account. Nothing was changed.',
)
export const accountMessage = /* @__PURE__ */ message(
  'wallet.account',
  'This account is not in the connected wallet.',
)
export const transactionFundsMessage = /* @__PURE__ */ message(
  'transfer.transactionFunds',
  'You do not have enough for this transaction and its fee.',
)
export const failsMessage = /* @__PURE__ */ message(
  'transfer.fails',
  'This transaction would fail. {reason}',
)
export const tokenItselfMessage = /* @__PURE__ */ message(
  'transfer.tokenItself',
  'This is the address of the token itself: what you send there is lost.',
)
export const decimalsMessage = /* @__PURE__ */ message(
  'transfer.decimals',
  'The amount was shown with {shown} decimals, but the network says {actual}. Nothing was sent.',
)
export const accountCostMessage = /* @__PURE__ */ message(
  'transfer.accountCost',
  'The recipient’s account is new. The network needs at least {amount} {symbol} to open it.',
)
