import { heading } from '../walk';
import type { BrowserTest } from './open-browser-test';

/** What somebody does who was offered a spot in a dearer event, and what they see. */
export const movingScreens = (browserTest: BrowserTest) => {
  const id = '01890000-0000-7000-8000-000000000002';
  const toOffer = async () => {
    const { page, api } = browserTest;
    api.line.transfer = 'move-offered';
    await page.goto(`${api.url}/transfers/${id}#transfer.token`);
    await heading(page, 'A spot in Marathon is kept for you').waitFor();
  };
  /** By the keyboard alone. */
  const toPay = async () => {
    const { page } = browserTest;
    await toOffer();
    await page.getByRole('button', { name: 'Pay €15.00 and change' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Check and pay').waitFor();
  };
  const moved = () => heading(browserTest.page, 'You run Marathon now').waitFor();
  const payments = () => browserTest.processor.payments();
  return { id, toPay, moved, payments };
};
