import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <button type="button">Connect</button>
    </StrictMode>,
  )
