import { approvalWords } from './approval-words.js'
import { changeWords } from './change-words.js'
import { changedWords } from './changed-words.js'
import { formWords } from './form-words.js'
import { leftWords } from './left-words.js'
import { networkWords } from './network-words.js'
import { noticeWords } from './notice-words.js'
import { quoteWords } from './quote-words.js'
import { receiptWords } from './receipt-words.js'
import { reviewWords } from './review-words.js'
import { routeWords } from './route-words.js'
import { selectWords } from './select-words.js'
import { slippageWords } from './slippage-words.js'
import { stepsWords } from './steps-words.js'
import { swapTitle } from './titles.js'

/** Every sentence of this plugin that a person may read. */
export const en = {
  [swapTitle.id]: swapTitle.en,
  ...formWords,
  ...quoteWords,
  ...changedWords,
  ...changeWords,
  ...approvalWords,
  ...reviewWords,
  ...routeWords,
  ...networkWords,
  ...stepsWords,
  ...selectWords,
  ...noticeWords,
  ...receiptWords,
  ...leftWords,
  ...slippageWords,
  'swap.error.initialize': 'Failed to initialize swap',
  'swap.error.price': 'Failed to fetch network token price',
  'swap.error.allowance': 'Failed to check allowance',
  'swap.error.approval': 'Failed to create approval transaction',
  'swap.error.transaction': 'Failed to create transaction',
  'swap.error.walletReason': '{reason}',
  'swap.error.wallet': 'Transaction error',
  'swap.error.account': 'No address found to swap the tokens from.',
  'swap.error.route': 'Nobody exchanges these tokens for each other here.',
  'swap.error.unavailable': 'No exchange gives a price right now. Try again.',
  'swap.error.refused': '{route} wants you to sign something else than this swap. Nothing was sent.',
  'swap.error.fails': 'The network says that this swap would fail. {reason}',
  'swap.error.toll': 'This token keeps a part of what is sent: nobody can promise what arrives.',
  'swap.error.decimals': 'This token counts in other units than its list says: the amounts that you see would be wrong.',
  'swap.error.noToken': 'This contract is not a token with amounts, so its approval is not taken back here. Nothing was sent.',
  'swap.error.expired': 'This price is too old. Look at the new one.',
  'swap.error.reverted': 'The network did not carry out your swap: the price moved too far. You still have your tokens.',
  'swap.error.late': 'Your swap came too late into a block, so the network did not carry it out. You still have your tokens.',
  'swap.error.held': 'The network did not carry out your swap: one of its tokens could not be moved, it may be paused. You still have your tokens.',
  'swap.error.small': 'This is too little to be exchanged. Enter more.',
  'swap.error.dropped': 'The network did not take your swap in time. You still have your tokens.',
  'swap.error.replaced': 'Another transaction took the place of your swap.',
  'swap.error.cancelled': 'Your wallet cancelled this. Nothing was sent.',
  'swap.error.permit': 'Your wallet gave no usable signature. Nothing was swapped: a signature by itself moves nothing.',
  'swap.error.notSent': 'Your wallet did not send it. You can swap again.',
  'swap.error.absent': 'Your wallet reported a transaction that the network does not know.',
  'swap.differs.title': 'Your wallet sent another transaction',
  'swap.differs.sender': 'You confirmed {sold}. Your wallet sent a transaction from {from} instead. Look at it in the explorer.',
  'swap.differs.recipient': 'You confirmed {sold}. Your wallet sent a transaction to {to} instead. Look at it in the explorer.',
  'swap.differs.spender': 'You confirmed an approval of {sold}. Your wallet sent another one: {spender} may take your tokens. Take that back in Swap.',
  'swap.differs.approval': 'You confirmed {sold}. Your wallet sent an approval instead: {spender} may take your tokens. Revoke it.',
  'swap.differs.unknown': 'You confirmed {sold}. Your wallet sent something else. Look at it in the explorer.',
  'swap.alert.amount': 'Incorrect amount',
  'swap.alert.amountDetail': 'Please enter a valid amount',
  'swap.status.approve': 'Approve limit increase in your wallet',
  'swap.status.confirm': 'Confirm transaction in your wallet',
  'swap.status.waiting': 'Waiting for the other owners of your wallet to sign',
  'swap.status.swapping': 'Swapping {from} to {to}',
  'swap.status.swapped': 'Swapped {from} to {to}',
  'swap.status.unread': 'Your swap is confirmed, but could not be compared with what you saw. Look at it in the explorer.',
  'swap.status.revoked': 'Your approval of {amount} is taken back',
  'swap.problem.balance': 'Insufficient balance',
  'swap.problem.gas': 'You need {missing} {symbol} more to pay the network.',
  'swap.problem.changed': 'The price has moved meanwhile: less would arrive than you were shown. Look again.',
  'swap.problem.left': 'Nothing was swapped. Your approval of {amount} stays until you use it or take it back.',
  'swap.problem.declined': 'You declined. Nothing was swapped, you still have your {symbol}.',
  'swap.problem.sureBlind': 'Nobody can tell how much of its worth is lost. Say yes once more if you want that.',
  'swap.problem.sure': 'Much of its worth may be lost. Say yes once more if you want that.',
} as const
