// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_askers.h"

#include <vector>

namespace nestloom::tests {

/// One asker, and everything it told about the newest question.
template <typename Question, typename News>
struct Heard {
    explicit Heard(typename app::LocalAsker<Question, News>::Work work) : asker(std::move(work)) {}

    void ask(const Question& question)
    {
        news.clear();
        asker.ask(question, &hearer, [this](const News& one) { news.push_back(one); });
    }
    bool ended() const { return !news.empty() && news.back().ended; }
    QString problem() const { return ended() ? news.back().problem : QString(); }

    QObject hearer;
    std::vector<News> news;
    app::LocalAsker<Question, News> asker; // last: ends before the rest goes
};

} // namespace nestloom::tests
