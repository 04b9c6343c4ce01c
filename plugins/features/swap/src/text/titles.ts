/** The words of this plugin that are there before its views are. */
export const swapTitle = { id: 'swap.title', en: 'Swap' } as const
export const selectTitle = { id: 'swap.select', en: 'Select token' } as const
export const receiptTitle = { id: 'swap.receipt', en: 'Your swap' } as const
export const previewTitle = { id: 'swap.preview', en: 'Preview swap' } as const
