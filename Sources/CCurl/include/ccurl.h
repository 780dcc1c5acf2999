#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

// libcurl without linking it. Only the header is used when building; the library is opened while
// the program runs, so that commands that need no network never pay for it (8 to 10 ms).
//
// libcurl's own functions keep their names and rules, with `ccurl_` for `curl_` and the opened
// library as first argument. Swift cannot call functions with `...`, so each kind of option and
// of information has a function of its own.

/// An opened libcurl; never changes and is never closed, so any thread may use it.
typedef struct ccurl ccurl;

/// Opens a library such as "libcurl.so.4" and prepares it. NULL if there is none or if it is older
/// than 7.68. Must not be called from two threads at once.
const ccurl *ccurl_open(const char *name);

/// Names and versions of the library and of those that it uses, such as "libcurl/7.88.1 OpenSSL/3.0.19".
const char *ccurl_version(const ccurl *library);

/// Whether the library uses OpenSSL or a relative of it, whose codes its errors then have.
bool ccurl_has_openssl(const ccurl *library);

CURL *ccurl_easy_init(const ccurl *library);
void ccurl_easy_cleanup(const ccurl *library, CURL *easy);

CURLcode ccurl_set_long(const ccurl *library, CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(const ccurl *library, CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(const ccurl *library, CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_bytes(const ccurl *library, CURL *easy, CURLoption option, const void *value);
CURLcode ccurl_set_pointer(const ccurl *library, CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(const ccurl *library, CURL *easy, CURLoption option,
                        struct curl_slist *value);

/// What CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION take.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);
CURLcode ccurl_set_receiver(const ccurl *library, CURL *easy, CURLoption option,
                            ccurl_receiver receiver);

/// CURLOPT_QUICK_EXIT, which headers before 7.87 do not name: giving up does not wait for a name
/// that is still being looked up. Older libraries refuse it, which does no harm.
CURLcode ccurl_set_quick_exit(const ccurl *library, CURL *easy);

CURLcode ccurl_get_long(const ccurl *library, CURL *easy, CURLINFO information, long *value);

/// When the certificate of the other side ends, as the TLS library writes it; NULL where it is not known. Needs
/// CURLOPT_CERTINFO, and is valid as long as the handle.
const char *ccurl_certificate_end(const ccurl *library, CURL *easy);

struct curl_slist *ccurl_list_append(const ccurl *library, struct curl_slist *list,
                                     const char *text);
void ccurl_list_free(const ccurl *library, struct curl_slist *list);

CURLM *ccurl_multi_init(const ccurl *library);
CURLMcode ccurl_multi_cleanup(const ccurl *library, CURLM *multi);
CURLMcode ccurl_multi_set_long(const ccurl *library, CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(const ccurl *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(const ccurl *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(const ccurl *library, CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(const ccurl *library, CURLM *multi, int milliseconds);
/// The one function that may be called while another thread uses the same multi handle.
CURLMcode ccurl_multi_wakeup(const ccurl *library, CURLM *multi);

/// The next finished transfer with its outcome; false when there is none.
bool ccurl_multi_finished(const ccurl *library, CURLM *multi, CURL **easy, CURLcode *outcome);

/// The time that a text names in a form of strptime, in UTC; false where it has another form. Swift does not see
/// strptime on Linux.
bool ccurl_time(const char *text, const char *form, time_t *time);

#endif
