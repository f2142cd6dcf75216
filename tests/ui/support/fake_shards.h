// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/shards.h"

#include <vector>

namespace nestloom::ui {

/// Shards that do nothing by themselves: the test says what is in the folder.
class FakeShards : public Shards {
    Q_OBJECT
public:
    void watch(const QString& folder, std::size_t count) override { watched = {folder, count}; }
    void submit(const explore::SweepInputs& inputs) override { submitted.push_back(inputs); }
    void makeLines(const explore::SweepInputs&) override { Q_EMIT linesMade(QStringLiteral("sbatch --array=1-4")); }
    void cancel() override { ++cancelled; }
    void collect() override { Q_EMIT collected(7); }

    std::pair<QString, std::size_t> watched;
    std::vector<explore::SweepInputs> submitted;
    int cancelled = 0;
};

} // namespace nestloom::ui
