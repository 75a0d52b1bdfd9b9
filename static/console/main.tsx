import { render } from 'preact';
import { App } from './app';
import { forgetOverdueDesks } from './desk/desk-key';
import { takeLinkFromAddress } from './sign-in/link-page';
import { followRefusals, followTabs, readSession } from './sign-in/session';

takeLinkFromAddress();
followTabs();
followRefusals();
forgetOverdueDesks();
void readSession();

const root = document.getElementById('app');
if (root) render(<App />, root);
