import { createContext } from 'react'

// Alone, because the frame has it, and only later views name themselves.
/** Takes the name of the view on screen, where its entry's title does not say enough. */
export const TitleContext = /* @__PURE__ */ createContext<(title: string | undefined) => void>(() => undefined)
