import http from 'k6/http';

/** Each virtual user asks, and asks again after the answer. */
export default function () {
  http.get(`${__ENV.TARGET}/`);
}
