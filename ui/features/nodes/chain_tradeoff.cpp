// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/chain_tradeoff.h"

#include "engine/schedule/kapla/node_machine.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/words/layer_words.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

/// The engine is left aside: it is always KAPLA.
bool asksTheSame(const NodesQuestion& a, const NodesQuestion& b)
{
    return a.network == b.network && a.accelerator == b.accelerator && isComparable(a.options, b.options);
}

} // namespace

ChainTradeoff::ChainTradeoff(ShownNodes& nodes, NodesAsker* scheduler, QObject* parent)
    : QObject(parent), m_nodes(nodes), m_scheduler(scheduler, this, [this](const NodesNews& news) { hear(news); }),
      m_question(nodes.question())
{
    connect(&m_nodes, &ShownNodes::questionChanged, this, &ChainTradeoff::takeQuestion);
}

QString ChainTradeoff::obstacle() const
{
    const NodesQuestion& question = m_nodes.question();
    if (question.network->layers.empty())
        return noLayersText(*question.network).first + QLatin1Char('.');
    if (!kapla::machineOf(*question.accelerator))
        return tr("The accelerator has no nodes.");
    if (question.options.training)
        return tr("Training runs layer after layer, so there are no chains of segments to choose from.");
    const kapla::SegmentRules rules = kapla::segmentRulesOf(*question.accelerator, false);
    if (question.options.alone || (!rules.spatial && !rules.temporal))
        return tr("Layers run one after the other, so there are no chains of segments to choose from.");
    return {};
}

void ChainTradeoff::takeQuestion()
{
    if (!asksTheSame(m_question, m_nodes.question())) {
        m_question = m_nodes.question();
        m_points.clear();
        end(State::Idle);
    }
}

void ChainTradeoff::setPublished(bool published)
{
    if (published == m_published)
        return;
    m_published = published;
    m_points.clear();
    end(State::Idle);
}

NodesQuestion ChainTradeoff::questionFor(int chains) const
{
    NodesQuestion question = m_nodes.question();
    question.options.engine = "kapla";
    question.options.kapla.chains = chains;
    if (m_published)
        question.options.kapla.rounds = 1;
    return question;
}

void ChainTradeoff::start()
{
    if (!m_scheduler.isPossible() || !obstacle().isEmpty())
        return;
    m_question = m_nodes.question();
    m_points.clear();
    m_next = 0;
    m_reason.clear();
    m_state = State::Running;
    askNext();
}

void ChainTradeoff::askNext()
{
    m_progress = {};
    m_scheduler.ask(questionFor(kChains[m_next]));
    Q_EMIT changed();
}

void ChainTradeoff::cancel()
{
    if (m_state != State::Running)
        return;
    end(State::Cancelled);
}

void ChainTradeoff::end(State state, const QString& reason)
{
    m_scheduler.stop();
    m_state = state;
    m_reason = reason;
    Q_EMIT changed();
}

void ChainTradeoff::hear(const NodesNews& news)
{
    if (!news.problem.isEmpty())
        return end(State::Failed, news.problem);
    if (news.progress) {
        m_progress = *news.progress;
        Q_EMIT progressChanged();
    }
    const ShownNodes::Answer& answer = news.run;
    if (!answer)
        return;
    if (!answer->schedule)
        return end(State::Failed, QString::fromStdString(answer->reason));
    if (answer->stopped)
        return end(State::Cancelled);
    m_points.push_back({kChains[m_next], answer});
    if (++m_next == kChains.size())
        return end(State::Finished);
    askNext();
}

double ChainTradeoff::figure(const Point& point) const
{
    return goalFigure(m_question.options.goal, *point.run->schedule);
}

double ChainTradeoff::overBest(const Point& point) const
{
    double best = figure(point);
    for (const Point& one : m_points)
        best = std::min(best, figure(one));
    return best > 0 ? figure(point) / best - 1 : 0;
}

} // namespace nestloom::ui
