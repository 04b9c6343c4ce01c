/** The words of this plugin that are there before its views are. */
export const swapTitle = { id: 'swap.title', en: 'Swap' } as const
