import { render } from 'preact';
import { App } from './app';
import { readConfig } from './page/services';
import { dropPaymentParameters, mendAddress, takeTokenFromAddress } from './page/tokens';
import { speak } from './texts/speak';
import { startTicking } from './time/ticker';

// First of all: neither the bank's parameters nor the token must stay in the address bar, in the history or in a screenshot.
dropPaymentParameters();
takeTokenFromAddress();
mendAddress();
startTicking();
void readConfig();

const start = () => {
  const root = document.getElementById('app');
  if (root) render(<App />, root);
};

const loading = speak(navigator.languages);
if (loading) void loading.then(start);
else start();
